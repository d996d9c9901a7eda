import type { Serve, Told } from './framework.ts'
import { another, fieldOf, hasMethods, instructionsIn, listField, textField } from './shape.ts'

/** The agent and its sub-agents. */
export function toldOf(agent: unknown): Told {
  const own = {
    instructions: instructionsIn(fieldOf(agent, 'instruction')),
    toolDeclarations: listField(agent, 'tools').flatMap((tool) =>
      hasMethods(tool, '_getDeclaration') ? (tool['_getDeclaration']() ?? []) : [],
    ),
  }
  const others = listField(agent, 'subAgents').map(toldOf)
  return Object.assign({ [textField(agent, 'name') ?? 'agent']: own }, ...others)
}

/** ADK asks its plugins before it runs a tool, whichever agent calls it. */
export function servingPlugin(sdk: Readonly<Record<string, unknown>>, serve: Serve): unknown {
  const plugin = Object(another({ constructor: sdk['BasePlugin'] as () => object }, 'shinsa')) // a class
  const beforeToolCallback = async ({ tool, toolArgs, toolContext }: Readonly<Record<string, unknown>>) => {
    const name = textField(tool, 'name') ?? ''
    // Handing over is what the runner does, and no tool of the world.
    if (name === 'transfer_to_agent' || !hasMethods(tool, 'runAsync')) return undefined
    try {
      const response = await serve(name, toolArgs, (args) => tool.runAsync({ args, toolContext }))
      const isRecord = typeof response === 'object' && response !== null && !Array.isArray(response)
      return isRecord ? response : { result: response }
    } catch (error) {
      // What ADK itself makes of a tool that throws.
      return { error: error instanceof Error ? error.message : String(error) }
    }
  }
  return Object.assign(plugin, { beforeToolCallback })
}
