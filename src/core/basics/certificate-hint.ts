import type { Message } from './message.ts'
import { message } from './message.ts'

const untrusted: ReadonlySet<string> = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** What to do where nobody that Node.js trusts has signed for a server: companies often sign for all others themselves. */
export function certificateHint(code: string): Message | undefined {
  if (!untrusted.has(code)) return undefined
  return message(
    'Its certificate is signed by nobody that Node.js trusts. Where your company signs, NODE_USE_SYSTEM_CA=1 trusts whom this machine trusts, and NODE_EXTRA_CA_CERTS=FILE names a certificate.',
  )
}
