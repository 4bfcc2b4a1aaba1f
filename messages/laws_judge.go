package messages

// judgeLaws of the judge say what he may do.
var judgeLaws = []law{
	{ofJudge, "judge_timeout_s", "C44 K21f", true},
	{ofJudge, "judge_sees_roles unfoul restore", "", false},
	{ofJudge, "deliberate_fourth", "", false},
	{ofJudge, "phone_rule", "", false},
	{ofJudge, "pause", "", false},
}
