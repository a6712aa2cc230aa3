import { Router } from 'express';
import { MAIN_REFERENCES, REFERENCES, type Reference } from '../../reference/references.ts';

/** Serves the reference documentation at `/docs/<name>`. A page is rendered on its first visit. */
export function referencePages(): Router {
  const router = Router();
  for (const reference of REFERENCES) {
    let page: Promise<string> | null = null;
    router.get(`/docs/${reference.name}`, async (_request, response) => {
      response.locals.route = `/docs/${reference.name}`;
      response.type('html').send(await (page ??= renderPage(reference)));
    });
  }
  return router;
}

async function renderPage(reference: Reference): Promise<string> {
  const { Marked } = await import('marked');
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const content = this.parser.parseInline(tokens);
        return `<h${depth} id="${anchorOf(text)}">${content}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        return `<a href="${pageOf(href)}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  const links = MAIN_REFERENCES.map(({ name, title }) => `<a href="/docs/${name}">${title}</a>`);
  return `<!DOCTYPE html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${reference.title} · Millrace</title>
    <style>${STYLE}</style>
  </head>
  <body>
    <nav><a href="/">Millrace</a> <a href="/docs">API</a> ${links.join(' ')}</nav>
    <main>
${await marked.parse(reference.markdown())}
    </main>
  </body>
</html>
`;
}

/** The address of a page that another links to by its file, e.g. `nodes/join.md` or `../nodes.md`. */
function pageOf(href: string): string {
  return href.replace(/^(?:\.\.\/)?([\w/]+)\.md/, '/docs/$1');
}

/** The anchor of a heading, as GitHub generates it. */
function anchorOf(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

const STYLE = `
body { margin: 0 auto; max-width: 64rem; padding: 1rem; font: 16px/1.5 system-ui, sans-serif; color: #1c2733; background: #fff }
nav { border-bottom: 1px solid #ccd4dc; padding-bottom: .5rem }
nav a { margin-right: 1rem }
a { color: #0b5cad }
code { font: 14px/1.4 ui-monospace, monospace; background: #f0f3f6; padding: 0 .2em; overflow-wrap: anywhere }
pre { background: #f0f3f6; padding: 1rem; overflow: auto }
table { border-collapse: collapse; display: block; overflow-x: auto; margin: .5rem 0 }
th, td { border: 1px solid #ccd4dc; padding: .25rem .6rem; text-align: left; vertical-align: top }
h2 { border-top: 1px solid #ccd4dc; padding-top: 1rem; margin-top: 2rem }
`;
