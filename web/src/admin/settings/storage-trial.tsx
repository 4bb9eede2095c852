import { Form } from 'antd'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Trial } from '../fields/trial.tsx'
import { siteWords } from './settings.words.ts'

/** Whether files can be written, read and taken away where the form says. */
export function StorageTrial() {
  const t = useWords(siteWords)
  const form = Form.useFormInstance()
  const run = async () => {
    const { place } = await api.adminSetting.testStorage({ oss_setting: JSON.stringify(form.getFieldValue('oss_setting')) })
    return t.storageFine(place)
  }
  return <Trial about={t.storageTrial} onTry={run} />
}
