export default () => ({ response: 'Hello', toolCalls: [] })
