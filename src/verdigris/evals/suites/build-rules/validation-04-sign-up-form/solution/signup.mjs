function checkEmail(email) {
  if (typeof email !== 'string' || email === '') return 'required'
  const parts = email.split('@')
  const [user, host] = parts
  const good = parts.length === 2 && user && host.includes('.') && !/^\.|\.$/.test(host)
  return good && !/\s/.test(email) ? '' : 'invalid'
}

function checkAge(age) {
  if (age === undefined) return ''
  if (!Number.isInteger(age) || age > 120) return 'invalid'
  return age < 16 ? 'too young' : ''
}

export function checkForm({ name, email, age }) {
  const found = {
    name: typeof name === 'string' && name.trim() ? '' : 'required',
    email: checkEmail(email),
    age: checkAge(age),
  }
  return Object.fromEntries(Object.entries(found).filter(([, message]) => message))
}
