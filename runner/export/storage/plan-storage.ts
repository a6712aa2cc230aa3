import { isObjectPattern } from '../../connectors/storage/object-pattern.ts';
import type { Connection } from '../../domain/connection.ts';
import { UserError } from '../../domain/errors.ts';
import { isArrowName, type FileFormat } from '../../domain/file-format.ts';
import type { DiscoveredObject } from '../../plan/operators/storage.ts';
import type { ExportInput } from '../export-request.ts';
import {
  foundSource,
  notExported,
  usedConnection,
  type KnownConnections,
} from '../used-connection.ts';
import { optionsOfKeptFile } from '../read-options.ts';
import { NO_GZIP } from './storage-helpers.ts';

/** The files of a storage that an input node reads in a script. */
export interface ObjectRead {
  readonly connection: Connection;
  /** How each of them is read. Its name is the path of the config. */
  readonly file: ExportInput;
  /** Whether the path is a pattern that several files may match. */
  readonly isPattern: boolean;
}

const NO_ARROW =
  'Exported Python reads no Arrow files of a storage. Store the file as Parquet, or upload it: the script of its dataset reads the copy that the service keeps.';

/** The files that an input node reads in a script. @throws UserError with why a script cannot read them */
export function plannedObjectRead(
  nodeId: string,
  { connectionId, path, format, hasPartitions }: DiscoveredObject,
  known: KnownConnections,
): ObjectRead {
  const connection = storageConnection(connectionId, known);
  if (hasPartitions) {
    throw new UserError(
      'Exported Python makes no columns of folders. Switch "hive_partitioning" off to export the flow.',
    );
  }
  rejectOtherFiles(path, format);
  const { columns, options, misreadColumns = [] } = foundSource(nodeId, known);
  const [misread] = misreadColumns;
  if (misread !== undefined) {
    throw new UserError(
      `Python reads the column "${misread}" of its files otherwise than a run. Upload the file: the script of its dataset reads the copy that the service keeps.`,
    );
  }
  if (options === null) {
    throw new UserError(
      'Its files have different columns, types or dialects, which no Python can follow. Read them by a node each.',
    );
  }
  const file = { nodeId, datasetName: path, format, parseOptions: options, columns };
  const [kept] = optionsOfKeptFile(file);
  if (kept !== undefined) {
    throw new UserError(
      `No library of Python applies "${kept}" to its files as a run does. Upload the file with this option: the script of its dataset reads the copy that the service keeps.`,
    );
  }
  return { connection, file, isPattern: isObjectPattern(path) };
}

/** @throws UserError for files whose names say that no script reads them */
function rejectOtherFiles(path: string, format: FileFormat): void {
  if (path.toLowerCase().endsWith('.gz')) throw new UserError(NO_GZIP);
  if (format === 'excel' && /\.xls$/i.test(path)) {
    throw new UserError('Exported Python reads no .xls files. Store the workbook as .xlsx.');
  }
  if (format === 'parquet' && isArrowName(path)) throw new UserError(NO_ARROW);
  if (/[^/]\*\*|\*\*[^/]/.test(path)) {
    throw new UserError('Python reads ** only between slashes. Use * within a name.');
  }
}

/** The connection of a storage. @throws UserError with why a script cannot use it */
export function storageConnection(id: string, known: KnownConnections): Connection {
  const connection = usedConnection(id, known);
  if (connection.provider !== 'local') throw notExported(connection);
  return connection;
}
