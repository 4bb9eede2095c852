import { buffer } from 'node:stream/consumers'
import { fromBuffer } from 'yauzl'

/** The files of a zip as another program reads them, names with the folders that stand alone. */
export async function unzipped(bytes: Buffer): Promise<Map<string, Buffer>> {
  const files = new Map<string, Buffer>()
  const zip = await new Promise<import('yauzl').ZipFile>((take, fail) =>
    fromBuffer(bytes, { lazyEntries: true, strictFileNames: true }, (error, file) => (error ? fail(error) : take(file))),
  )
  await new Promise<void>((done, fail) => {
    zip.on('end', done).on('error', fail)
    const take = (name: string, content: Buffer) => {
      files.set(name, content)
      zip.readEntry()
    }
    zip.on('entry', (entry: import('yauzl').Entry) => {
      if (entry.uncompressedSize === 0) return take(entry.fileName, Buffer.alloc(0))
      zip.openReadStream(entry, (error, stream) => {
        if (error) fail(error)
        else void buffer(stream).then((content) => take(entry.fileName, content), fail)
      })
    })
    zip.readEntry()
  })
  return files
}
