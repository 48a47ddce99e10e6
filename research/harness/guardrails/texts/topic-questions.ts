import { readRows } from '../../data-sets.ts';
import { takeSample } from '../../take-sample.ts';
import type { SampleSize } from './text-set.ts';

/** An operator's description of a field, and its intents in clinc150. */
interface Field {
  readonly name: string;
  readonly description: string;
  readonly intents: string;
}

const fields: readonly Field[] = [
  {
    name: 'Banking',
    description: 'Accounts at a bank: balances, transfers, bills, interest, PINs, checks and fraud.',
    intents:
      'account_blocked balance bill_balance bill_due freeze_account interest_rate min_payment order_checks pay_bill pin_change report_fraud routing spending_history transactions transfer',
  },
  {
    name: 'Credit cards',
    description: 'Credit cards: limits, rewards, scores, fees, and cards that are lost, damaged or declined.',
    intents:
      'application_status apr card_declined credit_limit credit_limit_change credit_score damaged_card expiration_date improve_credit_score international_fees new_card redeem_rewards replacement_card_duration report_lost_card rewards_balance',
  },
  {
    name: 'Cooking and eating out',
    description: 'Recipes, ingredients, nutrition, cooking times, and tables in restaurants.',
    intents:
      'accept_reservations calories cancel_reservation confirm_reservation cook_time food_last how_busy ingredient_substitution ingredients_list meal_suggestion nutrition_info recipe restaurant_reservation restaurant_reviews restaurant_suggestion',
  },
  {
    name: 'Travel',
    description: 'Flights, hotels, luggage, visas, vaccinations, exchange rates and advice for travellers.',
    intents:
      'book_flight book_hotel car_rental carry_on exchange_rate flight_status international_visa lost_luggage plug_type timezone translate travel_alert travel_notification travel_suggestion vaccines',
  },
  {
    name: 'Cars and traffic',
    description: 'Driving a car: fuel, tyres, oil, maintenance, directions, distances and traffic.',
    intents:
      'current_location directions distance gas gas_type jump_start last_maintenance mpg oil_change_how oil_change_when schedule_maintenance tire_change tire_pressure traffic uber',
  },
  {
    name: 'Work',
    description: 'Employment: pay, taxes, pensions, days off, insurance and meetings at work.',
    intents:
      'direct_deposit income insurance insurance_change meeting_schedule next_holiday payday pto_balance pto_request pto_request_status pto_used rollover_401k schedule_meeting taxes w2',
  },
];

export interface FieldQuestions {
  readonly topic: { readonly name: string; readonly description: string; readonly examples: string[] };
  readonly questions: readonly string[];
}

const examplesPerField = 5;

/** Each field as a policy topic with a few examples, and further questions that belong to it. */
export function readFields(dataFolder: string, size: SampleSize): FieldQuestions[] {
  const rows = readRows<{ text: string; intent: string; split: string }>(dataFolder, 'clinc150/all');
  return fields.map(({ name, description, intents }) => {
    const its = rows.filter(({ intent }) => intents.split(' ').includes(intent));
    const examples = takeSample(
      its.filter(({ split }) => split === 'train'),
      { count: examplesPerField, seed: size.seed },
    );
    const questions = its.filter(({ split }) => split === 'val').map(({ text }) => text);
    return {
      topic: { name, description, examples: examples.map(({ text }) => text) },
      questions: takeSample(questions, size),
    };
  });
}
