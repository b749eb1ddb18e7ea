/* main.c - the command `tl`: parse the words, run the command, print what it found or the one line that says why not. */
#include "cli.h"

#include <signal.h>
#include <stdio.h>

#define TL_VERSION "0.1.0"

/* A picture: in a file, or in the terminal behind the results. */
static outcome plot(const command *cmd, const char *name, const report *rep, text *out, failure *fail)
{
    bool in_terminal = *name == '\0';
    if (in_terminal && cmd->sketch != NULL)
        return cmd->sketch(rep, out, fail);
    text script = {0};
    outcome result = cmd->draw(rep, &script, in_terminal, fail);
    if (result == DONE)
        result = gnuplot_run(&script, name, out, fail);
    text_free(&script);
    return result;
}

static outcome run_command(const request *req, text *out, text *note, failure *fail)
{
    const command *cmd = req->command;
    if (cmd->whole != NULL)
        return cmd->whole(req, out, fail);

    report rep = {.results = need_json(json_object())};
    if (req->options[OPT_TRACE] != NULL)
        rep.trace = need_json(json_array());
    outcome result = cmd->run(req, &rep, fail);
    if (result == DONE)
        report_print(out, &rep, req->options[OPT_JSON] != NULL);
    if (result == DONE && req->options[OPT_PLOT] != NULL)
        result = plot(cmd, req->options[OPT_PLOT], &rep, out, fail);
    if (result == DONE && rep.note.length > 0)
        text_add(note, "%s", text_get(&rep.note));
    report_free(&rep);
    return result;
}

static outcome run(int count, char *words[], text *out, text *note, failure *fail)
{
    request req;
    outcome result = request_parse(count, words, &req, fail);
    if (result == DONE && req.options[OPT_VERSION] != NULL)
        text_add(out, "tl " TL_VERSION "\n");
    else if (result == DONE && req.options[OPT_HELP] != NULL && req.command != NULL)
        help_on(req.command, out);
    else if (result == DONE && req.options[OPT_HELP] != NULL)
        result = help_run(&req, out, fail);
    else if (result == DONE)
        result = run_command(&req, out, note, fail);
    request_free(&req);
    return result;
}

int main(int argc, char *argv[])
{
    text out = {0}, note = {0}, line = {0};
    failure fail = {0};
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write that fails, and is said in a line */
    outcome result = run(argc > 1 ? argc - 1 : 0, argv + 1, &out, &note, &fail);
    /* A worksheet with wrong values has exit status 1 and yet is fully judged: it leaves no message. */
    if (fail.message.length == 0) {
        outcome written = output_write(&out, &fail);
        result = written != DONE ? written : result;
    }
    const text *said = fail.message.length > 0 ? &fail.message : &note;
    if (said->length > 0) {
        text_add_shown(&line, text_get(said), said->length);
        fprintf(stderr, "tl: %s\n", text_get(&line));
    }
    text_free(&out);
    text_free(&note);
    text_free(&line);
    text_free(&fail.message);
    return (int)result;
}
