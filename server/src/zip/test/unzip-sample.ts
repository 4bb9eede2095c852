import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

/** The files of a zip by name, including empty folders, read by an independent library. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await new Promise<import('yauzl').ZipFile>((resolve, reject) =>
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, file) => (error ? reject(error) : resolve(file))),
  )
  await new Promise<void>((resolve, reject) => {
    zip.on('end', resolve).on('error', reject)
    const take = (name: string, content: Buffer) => {
      files.set(name, content)
      zip.readEntry()
    }
    zip.on('entry', (entry: import('yauzl').Entry) => {
      if (entry.uncompressedSize === 0) return take(entry.fileName, Buffer.alloc(0))
      zip.openReadStream(entry, (error, stream) => {
        if (error) reject(error)
        else void buffer(stream).then((content) => take(entry.fileName, content), reject)
      })
    })
    zip.readEntry()
  })
  return files
}
