-- Whom each room of a quoted line is for (decision 0327). NULL: the package did not ask, or the line was saved before; such a line is
-- priced and booked for the guests of the price, as it was.
ALTER TABLE quotation_line ADD COLUMN guests jsonb;
