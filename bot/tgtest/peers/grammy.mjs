// grammy carries out scenario.json; peers_test.go starts it and plays the people's part.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import { Bot, GrammyError, webhookCallback } from "grammy";

const env = process.env;
const facts = JSON.parse(env.FACTS);
const bot = new Bot(env.TOKEN, { client: { apiRoot: env.API } });
await bot.init();

const brought = [];
bot.on("message:text", (ctx) => void brought.push(ctx.message.text));
const hook = createServer(webhookCallback(bot, "http", { secretToken: env.HOOK_SECRET }));
await new Promise((ready) => hook.listen(Number(env.HOOK_PORT), "127.0.0.1", ready));

function fill(v) {
  if (typeof v === "string" && v.startsWith("$")) return facts[v.slice(1)];
  if (Array.isArray(v)) return v.map(fill);
  if (v !== null && typeof v === "object") {
    return Object.fromEntries(Object.entries(v).map(([k, inner]) => [k, fill(inner)]));
  }
  return v;
}

function at(v, path) {
  if (path === "") return v;
  for (const key of path.split(".")) v = v?.[key];
  return v;
}

// Of these the client takes no parameters at all.
const bare = ["getMe", "getWebhookInfo"];

async function call(step, params) {
  let result;
  try {
    const method = bot.api.raw[step.call];
    result = step.params || !bare.includes(step.call) ? await method(params) : await method();
  } catch (err) {
    const refusal = err instanceof GrammyError;
    if (step.page && !refusal) return;
    if (!step.code || !refusal) throw err;
    const wait = err.parameters?.retry_after ?? 0;
    const asked = step.retry_after ?? 0;
    let description = err.description;
    if (step.slack) description = description.replace(/\d+$/, String(asked));
    if (err.error_code !== step.code || description !== step.description || wait > asked || wait < asked - (step.slack ?? 0)) {
      throw new Error(`refused by ${err.error_code} "${err.description}", ${wait}`);
    }
    const moved = err.parameters?.migrate_to_chat_id;
    if ((moved !== undefined) !== (step.moved !== undefined)) throw new Error(`the chat is now ${moved}`);
    if (step.moved) facts[step.moved] = moved;
    return;
  }
  if (step.code || step.page) throw new Error(`not refused: ${JSON.stringify(result)}`);
  for (const [path, want] of Object.entries(step.expect ?? {})) {
    if (at(result, path) !== fill(want)) {
      throw new Error(`${path} is ${at(result, path)}, not ${fill(want)}, in ${JSON.stringify(result)}`);
    }
  }
  for (const [name, path] of Object.entries(step.save ?? {})) facts[name] = at(result, path);
  if (step.updates && result.length > 0) facts.next = result.at(-1).update_id + 1;
}

let aside;
async function take(step) {
  if (step.people) {
    const resp = await fetch(env.PEOPLE, { method: "POST", body: JSON.stringify(step.people) });
    if (!resp.ok) throw new Error(await resp.text());
  } else if (step.await) {
    const failure = await aside;
    if (failure) throw failure;
  } else if (step.hooked) {
    for (const end = Date.now() + 5000; brought.length === 0 && Date.now() < end; ) {
      await new Promise((later) => setTimeout(later, 10));
    }
    const got = brought.shift();
    if (got !== step.hooked) throw new Error(`the webhook brings ${got}`);
  } else {
    const under = call(step, fill(step.params ?? {}));
    if (step.aside) aside = under.then(() => undefined, (err) => err);
    else await under;
  }
}

const steps = JSON.parse(readFileSync(new URL("scenario.json", import.meta.url), "utf8"));
let failed = 0;
for (const step of steps) {
  try {
    await take(step);
  } catch (err) {
    failed++;
    console.log(`${step.what}: ${err}`);
  }
}
console.log(`${steps.length} steps, ${failed} fail`);
hook.closeAllConnections();
hook.close();
process.exit(failed === 0 ? 0 : 1);
