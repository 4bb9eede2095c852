import { Link, useSearchParams } from 'react-router'
import { paths } from '../../lib/paths.ts'
import { useWords } from '../../lib/words.ts'
import { LoginKey } from './key.tsx'
import { LdapForm } from './ldap-form.tsx'
import { Oauth2Form } from './oauth2-form.tsx'
import { loginWords } from './settings.words.ts'

const methodForms = { ldap: LdapForm, oauth2: Oauth2Form, key: LoginKey } as const
type LoginMethod = keyof typeof methodForms

/** The three ways in from outside, each with its settings. */
export function LoginSettings() {
  const t = useWords(loginWords)
  const [address] = useSearchParams()
  const given = address.get('way')
  const way = Object.keys(methodForms).includes(given ?? '') ? (given as LoginMethod) : 'ldap'
  const Form = methodForms[way]
  return (
    <>
      <div className="adm-head">
        <h1>{t.title}</h1>
      </div>
      <p className="adm-sub">{t.about}</p>
      <nav className="tabs adm-tabs" aria-label={t.ways}>
        {(Object.keys(methodForms) as LoginMethod[]).map((name) => (
          <Link key={name} to={paths.admin('login', { way: name })} replace aria-current={name === way ? 'page' : undefined}>
            {t[name]}
          </Link>
        ))}
      </nav>
      <Form />
    </>
  )
}
