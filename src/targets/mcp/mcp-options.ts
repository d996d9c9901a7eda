// Types for configs, which must not need the package that speaks the protocol.

/** What a model is told beside a server's tools, and what it may do. */
export type McpModelOptions = {
  readonly name?: string | undefined
  readonly instructions?: string | undefined
  /** What the model is told of a tool, in place of the server's own words. */
  readonly descriptions?: Readonly<Record<string, string>> | undefined
  /** Only these tools. */
  readonly tools?: readonly string[] | undefined
  /** How often tools may be called in one exchange (20). */
  readonly maxRounds?: number | undefined
  /** How long the server may take to begin, and for a call (30,000). */
  readonly serverTimeoutMs?: number | undefined
}

/** How to log in to an MCP server. What is obtained stays in memory, and is forgotten with the process. */
export type McpLogin = {
  /** Absent where the authorization server registers clients by itself. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly scopes?: readonly string[] | undefined
  /** The authorization server that the credentials are for; they are sent to no other. */
  readonly issuer?: string | undefined
  /** `authorization-code` asks a person in a browser; otherwise the client logs in by itself. */
  readonly flow?: 'client-credentials' | 'authorization-code' | undefined
  /** Where the browser comes back to, on this machine (a free port). */
  readonly callbackPort?: number | undefined
}
