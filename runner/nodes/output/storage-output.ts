import { FILE_FORMATS } from '../../domain/file-format.ts';
import { OBJECT_WRITE_MODES } from '../../domain/object-write-mode.ts';
import { ignoredChoice } from '../config-warning.ts';
import { defineNode } from '../definition.ts';
import { otherTextIs, selectField, textField } from '../form.ts';
import { CONNECTION_ID } from '../rules/connection-fields.ts';
import { OPTIONAL_OBJECT_PATH } from '../rules/object-path-text.ts';
import { EMPTY_TEXT_IN_CSV } from './file-node.ts';

export const storageOutput = defineNode({
  id: 'storageOutput',
  label: 'Storage Output',
  category: 'output',
  usesConnection: 'storage',
  description:
    'Writes the rows to a file of a local folder or an object of a bucket when the whole flow has succeeded: all rows, or none.',
  form: {
    connection_id: CONNECTION_ID,
    path: textField('Path', OPTIONAL_OBJECT_PATH, {
      default: '',
      nullMeans: 'absent',
      help: 'The path of the file or object, relative to the folder or bucket of the connection. Empty: the id of the node, with the suffix of the format.',
    }),
    format: selectField('Format', FILE_FORMATS, {
      default: 'parquet',
      help: `The format of the file. ${EMPTY_TEXT_IN_CSV}`,
    }),
    if_exists: selectField('If it exists', OBJECT_WRITE_MODES, {
      default: 'overwrite',
      ...otherTextIs(OBJECT_WRITE_MODES, 'overwrite'),
      emptyIsAbsent: true,
      help: 'overwrite: replace the file or object as a whole. error: change nothing, and the run fails.',
    }),
  },
  warnings: (_config, { if_exists: given }) =>
    ignoredChoice('if_exists', given, { values: OBJECT_WRITE_MODES, fallback: 'overwrite' }),
  lower: ({ connection_id: connectionId, path, format, if_exists: mode }, inputs) =>
    inputs.one().sink({ kind: 'object', connectionId, path, format, mode }),
});
