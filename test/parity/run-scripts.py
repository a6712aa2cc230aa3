"""Runs many scripts in one interpreter, each in its own folder, and tells how each ended.

Standard input: a JSON list of {"path": ..., "folder": ...}. Standard output: a JSON list of
null (it ended well) or the text of its error, in the same order.
"""

import contextlib
import io
import json
import os
import sys
import traceback
import warnings


def run(job):
    os.chdir(job["folder"])
    try:
        with open(job["path"], encoding="utf-8") as file:
            code = compile(file.read(), job["path"], "exec")
        with contextlib.redirect_stdout(io.StringIO()), warnings.catch_warnings():
            # An exported script must not rely on deprecated functions of a library.
            warnings.simplefilter("error", FutureWarning)
            warnings.simplefilter("error", DeprecationWarning)
            # Nor may it print warnings of numpy about results that the rules of the engines define.
            warnings.simplefilter("error", RuntimeWarning)
            exec(code, {"__name__": "__main__"})
    except BaseException as error:
        line = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)][1:2]
        return f"line {line}: {type(error).__name__}: {error}"[:600]
    return None


results = [run(job) for job in json.load(sys.stdin)]
json.dump(results, sys.stdout)
