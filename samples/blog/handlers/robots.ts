// What search engines may read: a function may answer with a string.

export function all(): string {
  return 'User-agent: *\nDisallow: /admin/\nDisallow: /login\n';
}

export function none(): string {
  return 'User-agent: *\nDisallow: /\n';
}
