// For operators with their own update source (docs/manual/en/4-Running/7-updating.md):
//   node scripts/sign-update.mjs new-key KEYFILE                       once; prints UPDATE_PUBLIC_KEY
//   node scripts/sign-update.mjs KEYFILE FOLDER [https://what-is-new]   builds this version and signs it into FOLDER
import { resolve } from 'node:path'
import { build, install, mustBeUsable } from './tools.mjs'

const [first, second, url] = process.argv.slice(2)
if (!first || !second || (url && !url.startsWith('https://'))) {
  console.error('node scripts/sign-update.mjs new-key KEYFILE\nnode scripts/sign-update.mjs KEYFILE FOLDER [https://…]')
  process.exit(2)
}

try {
  mustBeUsable()
  install()
  const { makeKey, makePackage } = await import('./update-package.mjs')
  if (first === 'new-key') {
    console.log(`UPDATE_PUBLIC_KEY=${makeKey(resolve(second))}`)
    console.log(`\n${resolve(second)} signs updates. Anyone who has this key can run any program on your servers: do not store it there.`)
  } else {
    build()
    const { version, file, size } = await makePackage({ keyFile: resolve(first), out: resolve(second), url })
    console.log(`${file}: ${(size / 1e6).toFixed(1)} MB. Put ${file} and then latest.json onto your web server to offer ${version}.`)
  }
} catch (error) {
  console.error(error.message)
  process.exit(1)
}
