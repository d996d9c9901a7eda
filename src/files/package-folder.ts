import { findPackageJSON } from 'node:module'
import { dirname } from 'node:path'

/** The folder of this package, from the sources and from a compiled chunk alike. */
export const packageFolder: string = dirname(findPackageJSON(import.meta.url) ?? '.') // a package has one
