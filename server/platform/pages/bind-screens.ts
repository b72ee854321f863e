// Serves the screens: built ones from build/, or through the bundler while they are edited.
import { existsSync } from 'node:fs';
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
  await app.register(fastifyStatic, {
    root: `${new URL('client/', build).pathname}assets`,
    prefix: '/assets/',
    immutable: true,
    maxAge: '1y',
    preCompressed: true,
    // A route for each file: the wildcard would read the whole folder for every request.
    wildcard: false,
    globIgnore: ['**/*.br', '**/*.gz'],
  });
  app.get('/assets/*', (_, reply) => reply.callNotFound());
}

function loadOnce(): () => Promise<ServerBuild> {
  const loaded = import(new URL('server/index.js', build).href) as Promise<ServerBuild>;
  return () => loaded;
}
