// How both products of LianLian sign: what is signed, the keys, and bodies read with their numbers as they were printed.
import { sign, verify } from 'node:crypto';
import type { ChannelConfig } from '../channel.ts';
import { lianLianPrivateKey, lianLianPublicKey } from '../forms/lianlian-form.ts';

export type Tree = { [name: string]: Node };
type Node = string | Tree | Node[] | null | undefined;
type Leaf = [name: string, value: string];

/** Names sorted at every level, names of objects dropped, items in their order, nulls skipped. */
export function flattenTree(tree: Tree): Leaf[] {
  const spread = (name: string, node: Node): Leaf[] => {
    if (node === null || node === undefined) return [];
    if (typeof node === 'string') return [[name, node]];
    return Array.isArray(node) ? node.flatMap((item) => spread(name, item)) : flattenTree(node);
  };
  return Object.keys(tree)
    .sort()
    .flatMap((name) => spread(name, tree[name]));
}

export const joinLeaves = (leaves: Leaf[]): string => leaves.map(([name, value]) => `${name}=${value}`).join('&');

/** The wallet API signs one level, without what is empty and without the signature. */
export const walletText = (fields: Tree): string =>
  joinLeaves(flattenTree(fields).filter(([name, value]) => name !== 'sign' && value !== ''));

type Algorithm = 'RSA-SHA1' | 'RSA-MD5';

export function signText(algorithm: Algorithm, text: string, { keys }: ChannelConfig): string {
  return sign(algorithm, Buffer.from(text), lianLianPrivateKey(keys.privateKey ?? '')).toString('base64');
}

export function isSignedText(algorithm: Algorithm, text: string, signature: unknown, { keys }: ChannelConfig): boolean {
  if (typeof signature !== 'string' || !signature) return false;
  try {
    return verify(
      algorithm,
      Buffer.from(text),
      lianLianPublicKey(keys.publicKey ?? ''),
      Buffer.from(signature, 'base64'),
    );
  } catch {
    return false;
  }
}

const isAmount = (name: string) => name.endsWith('amount') || name === 'price';

/**
 * The texts that one body may have been signed as: as printed, or with amounts of two decimals and rates of eight; with or without what is
 * empty or zero. LianLian's own programs disagree; each text holds every other value of the body.
 */
function textsOf(leaves: Leaf[]): string[] {
  const formatted = leaves.map(([name, value]): Leaf => {
    if (!/^-?\d+(\.\d+)?$/.test(value)) return [name, value];
    if (isAmount(name)) return [name, Number(value).toFixed(2)];
    return name === 'exchange_rate' ? [name, Number(value).toFixed(8)] : [name, value];
  });
  const full = ([, value]: Leaf) => value !== '' && Number(value) !== 0;
  const filled = ([, value]: Leaf) => value !== '';
  return [leaves, formatted].flatMap((item) => [item, item.filter(filled), item.filter(full)].map(joinLeaves));
}

export function isSignedBody(tree: Tree, signature: unknown, config: ChannelConfig): boolean {
  const texts = new Set(textsOf(flattenTree(tree)));
  return [...texts].some((text) => isSignedText('RSA-SHA1', text, signature, config));
}

type Reviver = (name: string, value: unknown, context: { source?: string }) => unknown;

/** Numbers and switches become the very text that was printed, because that is what is signed. Throws for what is no object. */
export function readTree(raw: string): Tree {
  const keep: Reviver = (_, value, { source }) =>
    typeof value === 'number' || typeof value === 'boolean' ? (source ?? String(value)) : value;
  const tree: unknown = (JSON.parse as (text: string, reviver: Reviver) => unknown)(raw, keep);
  if (!tree || typeof tree !== 'object' || Array.isArray(tree)) throw new Error('LianLian sent no fields');
  return tree as Tree;
}

/** A value at any depth; undefined where it is missing or occurs twice with different values. */
export function leafOf(tree: Tree, name: string): string | undefined {
  const found = new Set(flattenTree(tree).flatMap(([key, value]) => (key === name ? [value] : [])));
  return found.size === 1 ? [...found][0] : undefined;
}

/** yyyyMMddHHmmss in China, which keeps one time all year. */
export const shanghaiTime = (at: Date): string =>
  new Date(at.getTime() + 8 * 3_600_000).toISOString().replace(/\D/g, '').slice(0, 14);
