import { FILE_FORMATS } from '../../domain/file-format.ts';
import { defineNode } from '../definition.ts';
import { selectField } from '../form.ts';
import { DATASET_NAME, EMPTY_TEXT_IN_CSV, SCRIPT_PATH } from './file-node.ts';

export const fileOutput = defineNode({
  id: 'fileOutput',
  label: 'File Output',
  category: 'output',
  description:
    'Writes the rows to a file that can be downloaded, and registers it as a dataset if a name is given.',
  form: {
    format: selectField('Format', FILE_FORMATS, {
      default: 'csv',
      nullMeans: 'absent',
      emptyIsAbsent: true,
      help: `The format of the file. ${EMPTY_TEXT_IN_CSV}`,
    }),
    dataset_name: { ...DATASET_NAME, default: '' },
    path: SCRIPT_PATH,
  },
  lower: ({ format, dataset_name: name, path }, inputs) =>
    inputs.one().sink({ kind: 'file', format, datasetName: name, scriptPath: path }),
});
