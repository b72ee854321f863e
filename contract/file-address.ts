// The address of a file with its values filled in: path parameters first, the others in the query.
import { fillPath, withQuery } from '../domain/write-address.ts';
import { fileRoutes } from './file-routes.ts';

type Value = string | number | undefined;
type NamesIn<Path extends string> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | NamesIn<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;

export type FileName = keyof typeof fileRoutes;
type FileValues<Name extends FileName> = Record<NamesIn<(typeof fileRoutes)[Name]['path']>, string | number> &
  Record<string, Value>;

/** The address of a file for a page's link or a program. */
export function fileAddress<Name extends FileName>(name: Name, values: FileValues<Name>): string {
  const { path, rest } = fillPath(fileRoutes[name].path, values);
  return withQuery(path, rest as Record<string, Value>);
}
