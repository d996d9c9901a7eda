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

/** The variables that are looked at, as people read them. */
export const vertexVariables = [projects, locations, [...googleTokenVariables, ...keys, googleFileVariable]]
  .map((variables) => variables.join(' or '))
  .join(', ')

/**
 * Whether there is a key, or a login with project and location, so that Google's evaluation service can be asked.
 *
 * @throws {EvalError} `config` for a credentials file that cannot be used
 */
export function isVertexSetUp(environment: Environment): boolean {
  if (first(environment, keys) !== undefined) return true
  return placeOf(environment) !== undefined && findGoogleLogin(environment) !== undefined
}

/**
 * What it takes to ask Google's evaluation service; undefined with neither a key nor project and location.
 *
 * @throws {EvalError} `config` without credentials
 */
export async function vertexSettings(environment: Environment): Promise<VertexServiceOptions | undefined> {
  const place = placeOf(environment)
  const service = { ...(place !== undefined && { place }), ...baseUrlFrom(environment) }
  const apiKey = first(environment, keys)
  // A token was made for this; a file may lie there for something else.
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

// The variable is the models': their address goes on behind the version, and the service has a version of its own.
function baseUrlFrom(environment: Environment): { readonly baseUrl?: string } {
  const told = first(environment, ['GOOGLE_VERTEX_BASE_URL'])
  return told === undefined ? {} : { baseUrl: told.replace(/\/v\d\w*(\/.*)?$/s, '').replace(/(?<!\/)\/+$/, '') }
}

function first(environment: Environment, variables: readonly string[]): string | undefined {
  return variables.map((variable) => environment[variable]?.trim()).find((value) => value !== undefined && value !== '')
}
