export function toolNameOf(spanName: string): string {
  const [, named] = frame.exec(spanName) ?? []
  return (named ?? spanName).replace(/\.(tool|run|execute|call|acall|invoke|ainvoke)$/, '')
}

const frame = /^(?:execute_tool|invoke_tool|call_tool|running tool|tools?(?:\/call)?|tool call)[:\s]+\[?([^\]]+)\]?$/i
