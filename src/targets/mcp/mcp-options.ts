// These types are apart because configs must not need the package that implements the protocol.

/** Instructions to the model, and limits. */
export type McpModelOptions = {
  readonly name?: string | undefined
  readonly instructions?: string | undefined
  /** Descriptions of tools, in place of the server's own. */
  readonly descriptions?: Readonly<Record<string, string>> | undefined
  /** The only tools that the model may use. */
  readonly tools?: readonly string[] | undefined
  /** Maximum of rounds of tool calls in one exchange; defaults to 20. */
  readonly maxRounds?: number | undefined
  /** Milliseconds for the start of the server and for each call; defaults to 30,000. */
  readonly serverTimeoutMs?: number | undefined
}

/** Login to an MCP server. Tokens are kept in memory only. */
export type McpLogin = {
  /** Absent where the authorization server registers clients automatically. */
  readonly clientId?: string | undefined
  readonly clientSecret?: string | undefined
  readonly scopes?: readonly string[] | undefined
  /** The authorization server of the credentials; they are sent to no other. */
  readonly issuer?: string | undefined
  /** `authorization-code` asks a person in a browser; otherwise the client logs in by itself. */
  readonly flow?: 'client-credentials' | 'authorization-code' | undefined
  /** Port of the browser's redirect to this machine; defaults to a free one. */
  readonly callbackPort?: number | undefined
}
