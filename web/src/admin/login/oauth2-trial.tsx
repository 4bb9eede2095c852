import { Form } from 'antd'
import { api } from '../../lib/api.ts'
import { useWords } from '../../lib/words.ts'
import { Trial } from '../fields/trial.tsx'
import { loginWords } from './settings.words.ts'

/** Whether the provider answers, and knows this site by its id and secret. */
export function Oauth2Trial() {
  const t = useWords(loginWords)
  const form = Form.useFormInstance()
  const run = async () => {
    await api.adminSetting.testOauth2({ oauth2_form: JSON.stringify(form.getFieldValue('form')) })
    return t.trialOauthFine
  }
  return <Trial about={t.trialOauth} onTry={run} />
}
