"""Runs many scripts in one interpreter, each in its own folder, and says how each ended.

A line of standard input is a batch: {"jobs": [{"path": ..., "folder": ...}], "variables": {...}},
where the variables are those of the environment of its scripts. A line of standard output is the answer
to it: a list of null (the script ended well) or the text of its error, in the order of the jobs.

A script must leave what all share as it was: a user may import it. One that does not fails, and the
next script finds the interpreter as the first one did.
"""

import builtins
import contextlib
import copy
import gc
import io
import json
import os
import sys
import traceback
import warnings

import pandas as pd
import polars as pl
from pandas._config import config as pandas_config


MODULES = {"builtins": builtins, "pandas": pd, "polars": pl}


def shared():
    """What scripts share, by name."""
    return {
        "os.environ": dict(os.environ),
        "sys.path": list(sys.path),
        **{name: dict(vars(module)) for name, module in MODULES.items()},
        "the options of pandas": copy.deepcopy(pandas_config._global_config),
        "the options of polars": pl.Config.state(),
    }


def changed(before):
    """The names of what a script changed. An import may add a module to a package."""
    after = shared()
    options = [name for name in before if name not in MODULES and after[name] != before[name]]
    modules = [
        name
        for name in MODULES
        if any(after[name].get(key) is not value for key, value in before[name].items())
    ]
    return options + modules


def restore(before):
    os.environ.clear()
    os.environ.update(before["os.environ"])
    sys.path[:] = before["sys.path"]
    for name, module in MODULES.items():
        vars(module).update(before[name])
    pandas_config._global_config.clear()
    pandas_config._global_config.update(copy.deepcopy(before["the options of pandas"]))
    pl.Config.restore_defaults()


def run(job):
    before = shared()
    error = error_of(job)
    names = changed(before)
    if names:
        restore(before)
        error = error or f"It changes what scripts share: {', '.join(names)}"
    return error


def error_of(job):
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
            # But that a float is beyond 1.8e308 is news to the reader of an infinity.
            warnings.filterwarnings("ignore", "overflow encountered", RuntimeWarning)
            exec(code, {"__name__": "__main__"})
    except BaseException as error:
        line = [frame.lineno for frame in traceback.extract_tb(error.__traceback__)][1:2]
        return f"line {line}: {type(error).__name__}: {error}"[:600]
    return None


def answer(batch):
    environment = dict(os.environ)
    os.environ.update(batch["variables"])
    try:
        return [run(job) for job in batch["jobs"]]
    finally:
        os.environ.clear()
        os.environ.update(environment)
        # The folders of the scripts are removed, and their databases are opened by others.
        os.chdir("/")
        gc.collect()


# What a library prints is no answer.
answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
os.dup2(2, 1)
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), file=answers, flush=True)
