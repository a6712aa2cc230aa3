import { attributesOf, visitTags } from './xml-tags.ts';

/** The unpacked parts of a workbook, by their paths. */
export type UnpackedFiles = Readonly<Record<string, { readonly content?: unknown }>>;

/** A relationship of a part to another one. */
export interface Relationship {
  /** The path of the other part. */
  readonly path: string;
  /** The last word of its type, such as `worksheet`. */
  readonly type: string;
}

/** Finds the parts of a workbook. Some writers separate folders by backslashes, or use other cases. */
export class PackageFiles {
  readonly #files = new Map<string, Uint8Array>();

  constructor(files: UnpackedFiles) {
    for (const [path, { content }] of Object.entries(files)) {
      if (content instanceof Uint8Array) this.#files.set(keyOf(path), content);
      // The library keeps an empty part as a list.
      else if (Array.isArray(content))
        this.#files.set(keyOf(path), Uint8Array.from(content as number[]));
    }
  }

  get(path: string): Uint8Array | undefined {
    return this.#files.get(keyOf(path));
  }

  /** The relationships of a part, by their ids. */
  relationshipsOf(path: string): ReadonlyMap<string, Relationship> {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const xml = this.get(`${folder}_rels/${path.slice(folder.length)}.rels`);
    const relationships = new Map<string, Relationship>();
    if (xml === undefined) return relationships;
    visitTags(xml, (name, tag) => {
      if (name !== 'Relationship') return false;
      const attributes = attributesOf(tag);
      const target = attributes.get('Target') ?? '';
      const type = attributes.get('Type') ?? '';
      relationships.set(attributes.get('Id') ?? '', {
        path: this.#resolve(folder, target),
        type: type.slice(type.lastIndexOf('/') + 1),
      });
      return false;
    });
    return relationships;
  }

  #resolve(folder: string, target: string): string {
    if (target.startsWith('/')) return target;
    const path = new URL(target.replaceAll('\\', '/'), `file:///${folder}`).pathname;
    // Some writers give the path from the root.
    return this.get(path) === undefined && this.get(target) !== undefined ? target : path;
  }
}

function keyOf(path: string): string {
  return path.replaceAll('\\', '/').replace(/^\/+/, '').toLowerCase();
}
