export async function base64Of(file: File): Promise<string> {
  const reader = new FileReader()
  const { promise, resolve, reject } = Promise.withResolvers<string>()
  reader.addEventListener('load', () => resolve(String(reader.result)))
  reader.addEventListener('error', () => reject(reader.error ?? new Error(file.name)))
  reader.readAsDataURL(file)
  const address = await promise
  return address.slice(address.indexOf(',') + 1)
}
