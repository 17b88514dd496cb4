import express from 'express';
import { createApplication, toNodeListener } from 'waypost/node';

const shop = await createApplication('shop');
const app = express();

app.get('/', (request, response) => response.send('the home page'));
app.use('/shop', toNodeListener(shop));
app.get('/shop/returns', (request, response) => response.send('still Express'));

app.listen(process.env.PORT ?? 3000);
