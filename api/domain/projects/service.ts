import { conflict, invalid, notFound, type DomainError } from '../errors.ts';
import { nameKey } from '../name-key.ts';
import type { ListPage } from '../page.ts';
import type { ProjectChange, ProjectRecord, ProjectStore } from './store.ts';

/** The fields of a new project that a client sets. */
export interface ProjectFields {
  readonly name: string;
  readonly description?: string | null | undefined;
  readonly color: string;
}

export interface ProjectService {
  list(
    page: ListPage,
  ): Promise<{ readonly projects: readonly ProjectRecord[]; readonly total: number }>;
  /** @throws DomainError not_found */
  get(id: string): Promise<ProjectRecord>;
  /** @throws DomainError invalid for the reserved name, conflict for a taken one */
  create(project: ProjectFields): Promise<ProjectRecord>;
  /** @throws DomainError not_found, invalid for the reserved name, conflict for a taken one */
  update(id: string, change: ProjectChange): Promise<ProjectRecord>;
  /** @throws DomainError not_found, invalid for the default project */
  delete(id: string): Promise<void>;
  /**
   * The project of a new flow or dataset: the given one, else the default project.
   * @throws DomainError not_found
   */
  resolve(id: string | null | undefined): Promise<ProjectRecord>;
}

const RESERVED = 'default';

/** @param changed called when a project enabled, disabled or moved its flows; must not throw */
export function createProjectService(
  store: ProjectStore,
  newId: () => string,
  changed: () => void,
): ProjectService {
  async function find(id: string): Promise<ProjectRecord> {
    const project = await store.find(id);
    if (project === null) throw notFound('Project', id);
    return project;
  }

  async function defaultProject(): Promise<ProjectRecord> {
    const found = await store.findDefault();
    if (found !== null) return found;
    // Of concurrent callers one creates the project, because its name is unique, and all find it.
    const project = {
      id: newId(),
      name: 'Default',
      description: null,
      color: 'violet',
      isDefault: true,
    };
    await store.create(project);
    const made = await store.findDefault();
    if (made === null) throw new Error('The default project could not be made');
    return made;
  }

  return {
    async list(page) {
      await defaultProject();
      return await store.list(page);
    },
    get: find,
    async create({ name, description = null, color }) {
      if (nameKey(name) === RESERVED) throw reservedName();
      const id = newId();
      if (!(await store.create({ id, name, description, color, isDefault: false })))
        throw nameTaken(name);
      return await find(id);
    },
    async update(id, change) {
      const project = await find(id);
      const isReserved = change.name !== undefined && nameKey(change.name) === RESERVED;
      if (isReserved && !project.isDefault) throw reservedName();
      const outcome = await store.update(id, change);
      if (outcome === 'missing') throw notFound('Project', id);
      if (outcome === 'name taken') throw nameTaken(change.name ?? '');
      if (change.isDisabled !== undefined) changed();
      return await find(id);
    },
    async delete(id) {
      const project = await find(id);
      if (project.isDefault) throw invalid('The default project cannot be deleted');
      const target = await defaultProject();
      if (!(await store.moveOutAndDelete(id, target.id))) throw notFound('Project', id);
      changed();
    },
    resolve: (id) => (id === null || id === undefined ? defaultProject() : find(id)),
  };
}

function reservedName(): DomainError {
  return invalid('The name "default" is reserved for the default project');
}

function nameTaken(name: string): DomainError {
  return conflict(`There is already a project named "${name}"`);
}
