import type { Language } from '@sheaf/contract/errors'
import { factsOf } from '@sheaf/contract/languages'
import { requestId } from '../lib/api.ts'
import { readBoot } from '../lib/boot.ts'
import { sendImport } from './add/import-state.ts'
import { itemsWords } from './items.words.ts'

/** Imports docs/example, packed by scripts/build.mjs, as an item of the user; returns the item id. */
export async function makeExample(language: Language) {
  const packed = await fetch(`${readBoot().base}/example/${factsOf(language).manual}.zip`)
  if (!packed.ok) throw new Error(itemsWords[language].firstExampleFailed)
  const file = new File([await packed.blob()], 'example.zip', { type: 'application/zip' })
  const imported = await sendImport(file, { request_id: requestId(), password: '' }, { sent: () => {}, allSent: () => {} }).done
  if (!imported) throw new Error(itemsWords[language].firstExampleFailed)
  return imported.item_id
}
