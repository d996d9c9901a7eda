import { type Message, message } from './message.ts'

const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Explains failures in a company network: a proxy that signs for all servers itself, or that needs a login. */
export function networkHint(code: string): Message | undefined {
  // fetch reports this code when a proxy refuses the tunnel.
  if (code === 'UND_ERR_ABORTED')
    return message('The proxy let nobody through. See whether its address in HTTPS_PROXY or HTTP_PROXY has the login.')
  if (!untrusted.has(code)) return undefined
  return message(
    'Its certificate is signed by nobody that Node.js trusts. Where your company signs, NODE_USE_SYSTEM_CA=1 trusts whom this machine trusts, and NODE_EXTRA_CA_CERTS=FILE names a certificate.',
  )
}
