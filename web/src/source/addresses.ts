import {
  files as serverFiles,
  newsPath as serverNews,
  routes as serverRoutes,
  type Route,
} from '../../../src/server/api/routes.ts'

type Address = Pick<Route, 'method' | 'path'>

/**
 * Where the server's routes and files are, without the shapes of what goes over them. `vite.config.ts` works it out
 * when the page is built: the shapes would be most of what a reader waits for, and only the server needs them.
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
