import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../../../../testdata/showdoc', import.meta.url))

/** The data folder of a small ShowDoc installation, as a tar.gz. */
export const realShowdoc = (version: string) => `${folder}/showdoc-${version}.tar.gz`
/** What is in it, counted and hashed: JSON. */
export const realManifest = (version: string) => `${folder}/showdoc-${version}.manifest.json`
