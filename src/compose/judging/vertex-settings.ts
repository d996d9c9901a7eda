import type { VertexServiceOptions } from '../../judges/index.ts'
import {
  findGoogleLogin,
  googleAccessToken,
  googleFileVariable,
  googleTokenVariables,
} from '../../models/google-login.ts'
import type { Environment } from '../config/environment.ts'

const projects = ['GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT']
const locations = ['GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION']
const keys = ['GOOGLE_VERTEX_API_KEY']

export const vertexVariables = [projects, locations, [...googleTokenVariables, ...keys, googleFileVariable]]
  .map((variables) => variables.join(' or '))
  .join(', ')

/**
 * Tells whether Google's evaluation service can be used: with a key, or with a login, project and location.
 *
 * @throws {EvalError} `config` for an unusable credentials file
 */
export function isVertexSetUp(environment: Environment): boolean {
  if (first(environment, keys) !== undefined) return true
  return placeOf(environment) !== undefined && findGoogleLogin(environment) !== undefined
}

/**
 * Returns the settings of Google's evaluation service; undefined without a key or a project and location.
 *
 * @throws {EvalError} `config` without credentials
 */
export async function vertexSettings(environment: Environment): Promise<VertexServiceOptions | undefined> {
  const place = placeOf(environment)
  const service = { ...(place !== undefined && { place }), ...baseUrlFrom(environment) }
  const apiKey = first(environment, keys)
  // A token is set on purpose; a credentials file may be there for something else.
  const keyWins = apiKey !== undefined && first(environment, googleTokenVariables) === undefined
  if (keyWins) return { ...service, apiKey }
  return place === undefined ? undefined : { ...service, accessToken: await googleAccessToken(environment) }
}

function placeOf(environment: Environment) {
  const project = first(environment, projects)
  const location = first(environment, locations)
  if (project === undefined || location === undefined) return undefined
  return { project, location }
}

// The variable is meant for models: its path after the version is theirs, and the service has its own version.
function baseUrlFrom(environment: Environment): { readonly baseUrl?: string } {
  const told = first(environment, ['GOOGLE_VERTEX_BASE_URL'])
  return told === undefined ? {} : { baseUrl: told.replace(/\/v\d\w*(\/.*)?$/s, '').replace(/(?<!\/)\/+$/, '') }
}

function first(environment: Environment, variables: readonly string[]): string | undefined {
  return variables.map((variable) => environment[variable]?.trim()).find((value) => value !== undefined && value !== '')
}
