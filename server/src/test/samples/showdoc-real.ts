import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../testdata/showdoc', import.meta.url))

/** The data folder of a small ShowDoc installation, as a tar.gz. */
export const realShowdoc = (version: string) => `${folder}/showdoc-${version}.tar.gz`
/** A JSON manifest with the counts and hashes of its data. */
export const realManifest = (version: string) => `${folder}/showdoc-${version}.manifest.json`
