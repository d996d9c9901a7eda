export default async function* (prompt: string) {
  yield 'Hello '
  yield prompt
}
