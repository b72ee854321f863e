// Serves the screens: built ones from build/, or through the bundler while they are edited.
import { existsSync, readdirSync } from 'node:fs';
import fastifyStatic from '@fastify/static';
import type { ViteDevServer } from 'vite';
import { isCallPath } from '../../../contract/calls.ts';
import type { App } from '../http.ts';
import { type RenderDoors, renderPages, type ServerBuild } from './render-pages.ts';
import { serveManifest } from './serve-manifest.ts';
import { type PageDoors, servePages } from './serve-pages.ts';

const build = new URL('../../../build/', import.meta.url);

export type Screens = Omit<PageDoors, 'render' | 'relaxed'> & Pick<RenderDoors, 'call'> & { vite?: ViteDevServer };

export async function bindScreens(app: App, { vite, call, ...doors }: Screens): Promise<void> {
  if (vite) passToBundler(app, vite);
  else await serveBuilt(app);
  const render = renderPages({
    loadBuild: vite ? () => vite.ssrLoadModule('virtual:react-router/server-build') as never : loadOnce(),
    mode: vite ? 'development' : 'production',
    call,
    translate: doors.translate,
    report(error) {
      if (error instanceof Error) vite?.ssrFixStacktrace(error);
      app.log.error({ err: error }, 'a page failed while it was rendered');
    },
  });
  if (!vite) serveManifest(app, render);
  servePages(app, { ...doors, render, relaxed: vite !== undefined });
}

function passToBundler(app: App, vite: ViteDevServer): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isCallPath(request.url) || /^\/(docs|pictures\/)/.test(request.url)) return done();
    vite.middlewares(request.raw, reply.raw, done);
  });
}

async function serveBuilt(app: App): Promise<void> {
  if (!existsSync(new URL('server/index.js', build)))
    throw new Error('the screens are not built; npm start builds them');
  const root = `${new URL('client/', build).pathname}assets`;
  const names = new Set(readdirSync(root).filter((name) => !/\.(br|gz)$/.test(name)));
  const options = { root, serve: false, immutable: true, maxAge: '1y', preCompressed: true };
  await app.register(fastifyStatic, options);
  // By name instead of the package's routes: one for each file takes a fifth of the start, its wildcard reads the folder at every request.
  app.get<{ Params: { name: string } }>('/assets/:name', ({ params }, reply) =>
    names.has(params.name) ? reply.sendFile(params.name) : reply.callNotFound(),
  );
  app.get('/assets/*', (_, reply) => reply.callNotFound());
}

function loadOnce(): () => Promise<ServerBuild> {
  const loaded = import(new URL('server/index.js', build).href) as Promise<ServerBuild>;
  return () => loaded;
}
