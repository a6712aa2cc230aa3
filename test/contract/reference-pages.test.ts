import { readFileSync } from 'node:fs';
import { REFERENCES, referenceFile } from '../../api/reference/references.ts';
import { FUNCTIONS } from '../../runner/expressions/functions/index.ts';
import { nodes } from '../../runner/nodes/index.ts';
import { useContractApp } from '../support/contract-app.ts';

const app = useContractApp();

async function page(path: string): Promise<string> {
  const response = await fetch(`${app.url}${path}`);
  expect([response.status, response.headers.get('content-type')]).toEqual([
    200,
    'text/html; charset=utf-8',
  ]);
  return response.text();
}

describe('the reference documentation', () => {
  it('links at /docs/nodes to a page of every node type', async () => {
    const html = await page('/docs/nodes');
    const missing = nodes.filter(({ id }) => !html.includes(`<a href="/docs/nodes/${id}">`));
    expect(missing.map(({ id }) => id)).toEqual([]);
  });

  it('shows the tables of the examples of a node type and the Python that it is exported as', async () => {
    const html = await page('/docs/nodes/limitRows');
    expect(html).toContain('Exported Python');
    expect(html).toContain('.iloc[');
    expect(html).toContain('.slice(');
  });

  it('lists every function of the expression language at /docs/expressions', async () => {
    const html = await page('/docs/expressions');
    expect(Object.keys(FUNCTIONS).filter((name) => !html.includes(name))).toEqual([]);
  });

  it('links only to existing pages and sections, and loads nothing from other hosts', async () => {
    for (const { name } of REFERENCES) {
      const html = await page(`/docs/${name}`);
      expect(html).not.toMatch(/(?:href|src)="(?:https?:)?\/\//);
      const links = [...html.matchAll(/href="([^"]+)"/g)];
      for (const target of new Set(links.map(([, href = '']) => href))) {
        const [path = '', section] = target.split('#');
        const linked = path === '' ? html : await (await fetch(`${app.url}${path}`)).text();
        if (section !== undefined) expect(linked).toContain(`id="${section}"`);
        if (path !== '') expect((await fetch(`${app.url}${path}`)).status).toBe(200);
      }
    }
  });

  it('is committed in docs/ as it is served: `npm run generate:docs` writes it', () => {
    const differing = REFERENCES.filter(
      (reference) => readFileSync(referenceFile(reference), 'utf8') !== `${reference.markdown()}\n`,
    );
    expect(differing.map(referenceFile)).toEqual([]);
  });
});
