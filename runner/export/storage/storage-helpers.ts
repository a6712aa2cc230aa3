import type { PythonHelper } from '../record-readers.ts';

/** Why a script reads no compressed file, which a run decompresses. */
export const NO_GZIP = 'Exported Python decompresses no files. Store it without gzip.';

/** Lists files as a run does: by code point, without links and unfinished files. */
export const MATCHING_FILES: PythonHelper = {
  name: 'matching_files',
  imports: ['from pathlib import Path'],
  source: `
def matching_files(folder, pattern):
    """The files below a folder that match, by path; ** stands for folders at any depth."""
    root = Path(folder).resolve()
    if (root / pattern).is_file():
        return [root / pattern]
    # Python before 3.13 finds only folders by a final **.
    found = root.glob(f"{pattern}/*" if pattern.endswith("**") else pattern)
    files = [path for path in found if path.is_file() and path.resolve() == path]
    files = [path for path in files if not path.match(".millrace-*.part")]
    if not files:
        raise FileNotFoundError(f"No file matches {pattern}.")
    packed = [path.name for path in files if path.suffix.lower() == ".gz"]
    if packed:
        raise ValueError(
            f"{packed[0]}: ${NO_GZIP}"
        )
    return sorted(files, key=Path.as_posix)
`,
};

export const WRITE_FILE: PythonHelper = {
  name: 'write_file',
  imports: ['from pathlib import Path', 'from uuid import uuid4', 'import os'],
  source: `
def write_file(folder, path, write, replace=True):
    """Writes a file below a folder. It appears as a whole, or not at all."""
    target = Path(folder, path)
    if not replace and target.exists():
        raise FileExistsError(f"{path} exists already.")
    target.parent.mkdir(parents=True, exist_ok=True)
    part = target.with_name(f".millrace-{uuid4()}.part")
    try:
        write(part)
        if replace:
            part.replace(target)
        else:
            os.link(part, target)
    finally:
        part.unlink(missing_ok=True)
`,
};
