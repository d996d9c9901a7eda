import type { FunctionAgent } from 'shinsa/targets'
import { desk } from './desk.ts'

/** The desk as a function: it calls its tools through `tools.call`. */
const agent: FunctionAgent = (message, { tools }) =>
  desk(message, (name, args, realTool) => tools.call(name, args, realTool))

export default agent
