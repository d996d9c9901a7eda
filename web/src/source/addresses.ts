import {
  files as serverFiles,
  newsPath as serverNews,
  routes as serverRoutes,
  type Route,
} from '../../../src/server/api/routes.ts'

type Address = Pick<Route, 'method' | 'path'>

/**
 * The addresses of the server's routes and files, without their schemas. `vite.config.ts` computes them at build time: the schemas
 * would be most of the code that a reader waits for, and only the server needs them.
 */
export const routeAddresses = mapped(serverRoutes, ({ method, path }): Address => ({ method, path }))
export const fileAddresses = mapped(serverFiles, ({ path }) => path)
export const newsRoute: string = serverNews

function mapped<Name extends string, Value, Wanted>(
  all: Readonly<Record<Name, Value>>,
  want: (value: Value) => Wanted,
): Readonly<Record<Name, Wanted>> {
  const entries = (Object.entries(all) as [Name, Value][]).map(([name, value]) => [name, want(value)])
  return Object.fromEntries(entries) as Record<Name, Wanted>
}
