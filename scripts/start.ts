// npm start: the server of workers/serve.ts, read as one file instead of some 1,100 (decision 0704).
import { dirname } from 'node:path';
import { bundleServer } from './bundle/bundle-server.ts';
import { outliveOutput } from './workers/outlive-output.ts';

outliveOutput();
await import(bundleServer(dirname(import.meta.dirname), 'serve', (line) => console.log(line)));
