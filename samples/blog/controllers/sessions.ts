// Signing in and out.
//
// The cookie is of no use to scripts (`httpOnly`) and is not sent with forms from other sites (`sameSite`), so that nobody
// else's page can use the desk in a writer's name.

import type { Request, Response, ActionRequest, Controller } from 'waypost';
import { seeOther } from '../notices.js';
import { fieldsOf } from '../requested.js';
import { firstWriter } from '../store/seeds.js';
import { beginSession, endSession, isPasswordOf, sessionSeconds } from '../store/writers.js';
import { html } from '../views/html.js';
import { form, mistakes, page } from '../views/layout.js';

// `new` is a word of JavaScript, so the action gets its name on the way out.
export { showForm as new };

export async function create(request: ActionRequest<'sessions#create'>): Promise<Response> {
  const { name, password } = await fieldsOf(request, 'name', 'password');
  if (!(await isPasswordOf(name, password)))
    return signIn(request, name, ['Name and password do not belong together']);
  const wished = request.query.get('to') ?? '';
  // Only to a place on this site: `//` and `/\` would begin another one's address.
  const path = /^\/(?![/\\])/.test(wished) ? wished : request.helpers.pathFor('admin-root');
  return seeOther(path, 'signed-in').setCookie('desk', beginSession(name), {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: request.protocol === 'https',
    maxAge: sessionSeconds,
  });
}

export function destroy(request: ActionRequest<'sessions#destroy'>): Response {
  const token = request.cookies['desk'];
  if (token !== undefined) endSession(token);
  return seeOther(request.helpers.pathFor('root'), 'signed-out').setCookie('desk', '', {
    path: '/',
    maxAge: 0,
  });
}

function showForm(request: ActionRequest<'sessions#new'>): Response {
  return signIn(request, '', []);
}

function signIn(request: Request, name: string, messages: readonly string[]): Response {
  const links = request.helpers;
  const wished = request.query.get('to');
  return page(
    request,
    { title: 'Sign in', status: messages.length === 0 ? 200 : 422 },
    html`<div class="narrow">
      <h1>For writers</h1>
      ${mistakes(messages)}
      ${form(
        'post',
        links.pathFor('login', wished === null ? {} : { to: wished }),
        html` <label>Name <input name="name" value="${name}" autocomplete="username" required /></label>
          <label
            >Password <input name="password" type="password" autocomplete="current-password" required
          /></label>
          <button>Sign in</button>`,
      )}
      <p class="quiet">
        In a new blog it is <code>${firstWriter.name}</code> with the password
        <code>${firstWriter.password}</code>.
      </p>
    </div>`,
  );
}

({ new: showForm, create, destroy }) satisfies Controller<'sessions'>;
