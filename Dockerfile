# The bot as one static program, without root and without a shell.
#
#   docker build -t mafiabot .
#   docker run -d --name mafiabot --restart unless-stopped \
#     -e TELEGRAM_TOKEN -v mafiabot:/data mafiabot
#
# The newest patch of Go 1.26 is taken on purpose: it mends the standard library.
FROM golang:1.26 AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY . .
RUN CGO_ENABLED=0 go build -trimpath -ldflags="-s -w" -o /out/mafiabot ./cmd/mafiabot \
 && mkdir -p /out/data /out/etc \
 && echo 'mafiabot:x:65532:65532::/data:/sbin/nologin' > /out/etc/passwd

FROM scratch
COPY --from=build /etc/ssl/certs/ca-certificates.crt /etc/ssl/certs/ca-certificates.crt
COPY --from=build /out/etc/passwd /etc/passwd
COPY --from=build /out/mafiabot /mafiabot
# A named volume takes over the owner of the directory it is first mounted on.
COPY --from=build --chown=65532:65532 /out/data /data
USER 65532:65532
VOLUME /data
# SIGTERM ends the bot within five seconds with its games kept.
STOPSIGNAL SIGTERM
ENTRYPOINT ["/mafiabot"]
CMD ["run", "-db", "/data/mafiabot.db"]
