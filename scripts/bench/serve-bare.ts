// R1: what Fastify alone answers. Started as a process of its own with the number of bytes and a content type; prints its port.
import { randomBytes } from 'node:crypto';
import Fastify from 'fastify';

const [size = '1000', encoding = ''] = process.argv.slice(2);
const body = randomBytes(Number(size));
const app = Fastify();
app.get('/', (_, reply) => {
  if (encoding) reply.header('content-encoding', encoding);
  reply.header('content-type', 'text/html; charset=utf-8').send(body);
});
await app.listen({ port: 0, host: '127.0.0.1' });
const address = app.server.address();
process.send?.(typeof address === 'object' ? address?.port : undefined);
// Its parent is gone.
process.on('disconnect', () => process.exit(0));
