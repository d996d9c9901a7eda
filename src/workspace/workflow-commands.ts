export { commandBreaker, jsonWithoutCommands } from '../reporters/workflow-commands.ts'
