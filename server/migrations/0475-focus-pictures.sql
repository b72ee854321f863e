-- A picture's own colour stands in its place until it has come; pictures of before keep the colour of their product's illustration.
ALTER TABLE picture ADD COLUMN colour text CHECK (colour ~ '^#[0-9a-f]{6}$');

-- What must stay in view when a product's picture is cut to a shape: percent from the left and from the top.
ALTER TABLE product_picture
  ADD COLUMN focus_x smallint NOT NULL DEFAULT 50 CHECK (focus_x BETWEEN 0 AND 100),
  ADD COLUMN focus_y smallint NOT NULL DEFAULT 50 CHECK (focus_y BETWEEN 0 AND 100);
