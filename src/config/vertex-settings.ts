import type { VertexServiceOptions } from '../judges/index.ts'
import type { Environment } from './environment.ts'

const projects = ['GOOGLE_VERTEX_PROJECT', 'GOOGLE_CLOUD_PROJECT']
const locations = ['GOOGLE_VERTEX_LOCATION', 'GOOGLE_CLOUD_LOCATION']
// The first is what gcloud itself reads, the second is usual among tools around it.
const tokens = ['CLOUDSDK_AUTH_ACCESS_TOKEN', 'GOOGLE_OAUTH_ACCESS_TOKEN']
const keys = ['GOOGLE_VERTEX_API_KEY']

/** The variables that are looked at, as people read them. */
export const vertexVariables = [projects, locations, [...tokens, ...keys]]
  .map((variables) => variables.join(' or '))
  .join(', ')

/** What it takes to ask Google's evaluation service; undefined unless project, location and credentials are all there. */
export function vertexSettings(environment: Environment): VertexServiceOptions | undefined {
  const project = first(environment, projects)
  const location = first(environment, locations)
  const accessToken = first(environment, tokens)
  const apiKey = first(environment, keys)
  if (project === undefined || location === undefined) return undefined
  const place = { project, location, ...baseUrlFrom(environment) }
  if (accessToken !== undefined) return { ...place, accessToken: async () => accessToken }
  return apiKey === undefined ? undefined : { ...place, apiKey }
}

// The variable is the models': their address goes on behind the version, and the service has a version of its own.
function baseUrlFrom(environment: Environment): { readonly baseUrl?: string } {
  const told = first(environment, ['GOOGLE_VERTEX_BASE_URL'])
  return told === undefined ? {} : { baseUrl: told.replace(/\/v\d\w*(\/.*)?$/, '').replace(/\/+$/, '') }
}

function first(environment: Environment, variables: readonly string[]): string | undefined {
  return variables.map((variable) => environment[variable]?.trim()).find((value) => value !== undefined && value !== '')
}
