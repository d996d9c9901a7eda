// The command line imports these here, because it needs nothing else of `text/`.
export { knownSecrets } from '../../text/secrets/secrets.ts'
export type { Secrets } from '../../text/secrets/secrets.ts'
